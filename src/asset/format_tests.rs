use super::*;
use crate::asset::cook::cook;
use crate::asset::format::HEADER_LENGTH;
use crate::asset::hash::hash_bytes;
use crate::asset::{CookOptions, EMPTY, SkinAsset};
use pliant_geometry::shapes::lattice;

fn asset() -> Asset {
    cook(&lattice([2, 1, 1], 0.5), &CookOptions::default())
        .unwrap()
        .0
}

/// The bytes with a fitting header, as a forger would make them.
fn forged(mut bytes: Vec<u8>) -> Vec<u8> {
    let payload = bytes.split_off(HEADER_LENGTH);
    bytes[16..24].copy_from_slice(&(payload.len() as u64).to_le_bytes());
    bytes[24..32].copy_from_slice(&hash_bytes(&payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

#[test]
fn an_asset_comes_back_as_it_was() {
    let asset = asset();
    let bytes = asset.to_bytes();
    assert_eq!(Asset::from_bytes(&bytes).unwrap(), asset);
    assert_eq!(bytes[24..32], asset.content_hash.to_le_bytes());
}

#[test]
fn every_truncation_is_refused() {
    let bytes = asset().to_bytes();
    for length in 0..bytes.len() {
        assert_eq!(
            Asset::from_bytes(&bytes[..length]).unwrap_err().status,
            Status::Format
        );
        if length >= HEADER_LENGTH {
            assert!(
                Asset::from_bytes(&forged(bytes[..length].to_vec())).is_err(),
                "{length}"
            );
        }
    }
    let mut longer = bytes;
    longer.extend([0; 4]);
    assert!(Asset::from_bytes(&longer).is_err());
    assert!(Asset::from_bytes(&forged(longer)).is_err());
}

#[test]
fn every_bit_flip_is_refused() {
    let bytes = asset().to_bytes();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let status = Asset::from_bytes(&flipped).unwrap_err().status;
        // In the version field, a flip is another version; elsewhere it is damage.
        let expected = if (64..96).contains(&bit) {
            Status::Version
        } else {
            Status::Format
        };
        assert_eq!(status, expected, "bit {bit}");
    }
}

#[test]
fn a_forged_file_is_refused_or_is_safe() {
    // Each word is replaced by hostile values, with a fitting hash: what is accepted must obey all rules.
    let asset = asset();
    let bytes = asset.to_bytes();
    let (mut refused, mut accepted) = (0, 0);
    for at in (HEADER_LENGTH..bytes.len()).step_by(4) {
        for value in [0, 1, 0x7fff_ffff, 0x7fc0_0000, EMPTY, 0x8000_0000, 1 << 24] {
            let mut changed = bytes.clone();
            changed[at..at + 4].copy_from_slice(&u32::to_le_bytes(value));
            match Asset::from_bytes(&forged(changed)) {
                Ok(read) => {
                    assert_eq!(validate_asset(&read), Ok(()));
                    assert_eq!(read.tets, asset.tets);
                    assert_eq!(read.tet_rows, asset.tet_rows);
                    accepted += 1;
                }
                Err(error) => {
                    assert!(matches!(error.status, Status::Format | Status::Version));
                    refused += 1;
                }
            }
        }
    }
    // Only floats may take other values.
    assert!(refused > accepted, "{refused} refused, {accepted} accepted");
}

#[test]
fn slices_that_are_not_full_are_refused() {
    let mut asset = cook(&lattice([9, 9, 9], 0.5), &CookOptions::default())
        .unwrap()
        .0;
    let first = asset.slices[0];
    assert_eq!(first.vertex_count, 32);
    assert_eq!(asset.slices[1].vertex_count, 32, "of the same colour");
    asset.slices[0].vertex_count = 16;
    asset.slices.insert(
        1,
        Slice {
            first_vertex: first.first_vertex + 16,
            vertex_count: 16,
            ..first
        },
    );
    asset
        .colour_slices
        .iter_mut()
        .skip(1)
        .for_each(|end| *end += 1);
    let error = Asset::from_bytes(&asset.to_bytes()).unwrap_err();
    assert!(error.message.contains("out of place"), "{error}");
}

#[test]
fn a_forged_length_does_not_allocate_what_it_says() {
    // The first word after the section's four counts positions: 4 GiB of them in a few KiB.
    let mut bytes = asset().to_bytes();
    let first = HEADER_LENGTH + 16;
    bytes[first..first + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = Asset::from_bytes(&forged(bytes)).unwrap_err();
    assert!(error.message.contains("rest_positions"), "{error}");
}

#[test]
fn a_skin_is_not_an_asset() {
    let mut bytes = asset().to_bytes();
    bytes[..8].copy_from_slice(b"PLIANTSK");
    assert!(Asset::from_bytes(&bytes).is_err());
    assert!(SkinAsset::from_bytes(&bytes).is_err());
}

#[test]
fn sections_of_later_versions_are_named() {
    let bytes = asset().to_bytes();
    let said = |at: usize, word: u32| {
        let mut changed = bytes.clone();
        changed[HEADER_LENGTH + at..][..4].copy_from_slice(&word.to_le_bytes());
        let error = Asset::from_bytes(&forged(changed)).unwrap_err();
        assert_eq!(error.status, Status::Version);
        error.message
    };
    assert!(said(0, 99).contains("a section of kind 99"));
    assert!(said(4, 7).contains("section `particles` has version 7, expected 1"));
}
