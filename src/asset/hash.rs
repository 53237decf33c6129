//! The 64-bit content hash of cooked bodies and skins, over 32-bit little-endian words.
//!
//! A step `h = rotate(h xor w) * p` with odd `p` is a bijection of `h` for each word, and of the word for each `h`. So
//! streams of equal length that differ in one word never collide. It detects damage, not forgery.

/// A running hash.
#[derive(Clone, Copy, Debug)]
pub struct WordHash(u64);

impl WordHash {
    /// The hash of no words.
    pub fn new() -> Self {
        // The 64-bit offset basis of FNV.
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds one word.
    pub fn word(&mut self, word: u32) {
        // 2^64 over the golden ratio, made odd (Knuth, TAOCP 3, 6.4).
        self.0 = (self.0 ^ u64::from(word))
            .rotate_left(29)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// The hash so far. The final mixing is a bijection too.
    pub fn finish(self) -> u64 {
        let h = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        h ^ (h >> 32)
    }
}

impl Default for WordHash {
    fn default() -> Self {
        Self::new()
    }
}

/// The hash of bytes, without the last ones beyond a multiple of four.
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hash = WordHash::new();
    for word in bytes.chunks_exact(4) {
        hash.word(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    }
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_single_bit_flip_changes_the_hash() {
        let bytes: Vec<u8> = (0..64u8).collect();
        let whole = hash_bytes(&bytes);
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(hash_bytes(&flipped), whole, "bit {bit}");
        }
    }
}
