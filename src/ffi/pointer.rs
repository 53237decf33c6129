//! Reading and writing through a caller's pointers. Every access is unaligned, so callers need no alignment.

use super::layout::{Description, Plain};
use crate::error::{Error, Result, Status, number, numbers};
use crate::math::{self, PliantPose, finite};
use std::ffi::{CStr, c_char};

/// The most bytes that a later version of a struct may have. A larger size is surely a mistake, and writing so much
/// would harm the caller.
const fn largest_struct(known: usize) -> u32 {
    2 * known as u32 + 64
}

fn null(name: &str) -> Error {
    Error::argument(format!("{name} is NULL"))
}

/// Where a result goes.
pub(super) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// # Safety
    /// `pointer` is NULL or writable until the call returns.
    pub(super) unsafe fn new(pointer: *mut T, name: &str) -> Result<Self> {
        if pointer.is_null() {
            Err(null(name))
        } else {
            Ok(Self(pointer))
        }
    }

    /// Writes the result.
    pub(super) fn set(self, value: T) {
        // SAFETY: whoever called `new` promised that the pointer is writable until the call returns.
        unsafe { self.0.write_unaligned(value) }
    }

    /// Writes as many results as the caller has room for.
    ///
    /// # Safety
    /// As many as `values` has are writable.
    pub(super) unsafe fn set_all(self, values: &[T])
    where
        T: Copy,
    {
        for (i, value) in values.iter().enumerate() {
            // SAFETY: the caller promised the room.
            unsafe { self.0.add(i).write_unaligned(*value) }
        }
    }
}

/// Where a struct goes, cut to the size that the caller knows.
pub(super) struct OutStruct<T> {
    pointer: *mut T,
    size: u32,
}

impl<T: Plain> OutStruct<T> {
    /// # Safety
    /// `pointer` is NULL or readable and writable for as many bytes as its `struct_size` says.
    pub(super) unsafe fn new(pointer: *mut T, name: &str) -> Result<Self> {
        if pointer.is_null() {
            return Err(null(name));
        }
        // SAFETY: the caller promised a struct here, and every one starts with its size.
        let size = unsafe { pointer.cast::<u32>().read_unaligned() };
        if size == 0 {
            let kind = T::LAYOUT.name;
            return Err(Error::argument(format!(
                "{name}->struct_size is 0: set it to sizeof({kind}) before the call"
            )));
        }
        check_size::<T>(name, size)?;
        Ok(Self { pointer, size })
    }

    /// The caller's `struct_size`.
    pub(super) fn size(&self) -> u32 {
        self.size
    }

    /// Writes the result with the caller's `struct_size`. Bytes beyond this version become zero.
    pub(super) fn set(self, value: T) {
        // SAFETY: whoever called `new` promised `size` writable bytes.
        unsafe { write_prefix(self.pointer, self.size, &value) }
    }
}

/// Writes as much of `value` as fits, zeros behind it, and the size in front.
///
/// # Safety
/// `size` bytes, at least 4, are writable at `pointer`.
unsafe fn write_prefix<T: Plain>(pointer: *mut T, size: u32, value: &T) {
    let known = size_of::<T>().min(size as usize);
    let bytes = pointer.cast::<u8>();
    // SAFETY: `known` bytes are inside both structs; the rest up to `size` is the caller's, who promised it.
    unsafe {
        std::ptr::copy_nonoverlapping(std::ptr::from_ref(value).cast::<u8>(), bytes, known);
        bytes.add(known).write_bytes(0, size as usize - known);
        bytes.cast::<u32>().write_unaligned(size);
    }
}

/// Fails if no version of the struct can have this size: smaller than the first version, or ending inside a field.
fn check_size<T: Plain>(name: &str, size: u32) -> Result<()> {
    let layout = T::LAYOUT;
    let refuse = |why: String| {
        Err(Error::argument(format!(
            "{name}->struct_size is {size}, {why}"
        )))
    };
    if !(layout.first_size as u32..=largest_struct(layout.size)).contains(&size) {
        return refuse(format!(
            "expected sizeof({}), which is {}",
            layout.name, layout.size
        ));
    }
    let cut = layout
        .fields
        .iter()
        .find(|f| f.offset < size as usize && (size as usize) < f.offset + f.size);
    match cut {
        Some(field) => refuse(format!("which ends inside {}.{}", layout.name, field.name)),
        None => Ok(()),
    }
}

/// Writes the defaults of a description.
///
/// # Safety
/// `pointer` is NULL or writable for `struct_size` bytes.
pub(super) unsafe fn init<T: Description>(pointer: *mut T, struct_size: u32) -> Result<()> {
    if pointer.is_null() {
        return Err(null("desc"));
    }
    if struct_size == 0 {
        return Err(Error::argument(format!(
            "struct_size is 0, expected sizeof({}), which is {}",
            T::LAYOUT.name,
            T::LAYOUT.size
        )));
    }
    check_size::<T>("desc", struct_size)?;
    // SAFETY: the caller promised `struct_size` writable bytes.
    unsafe { write_prefix(pointer, struct_size, &T::default()) };
    Ok(())
}

/// Reads a description. Fields that the caller does not know get their defaults; fields that this version does not know
/// must be zero.
///
/// # Safety
/// `pointer` is NULL or readable for as many bytes as its `struct_size` says.
pub(super) unsafe fn read<T: Description>(pointer: *const T, name: &str) -> Result<T> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promised a struct here, and every one starts with its size.
    let size = unsafe { pointer.cast::<u32>().read_unaligned() };
    if size == 0 {
        return Err(Error::argument(format!(
            "{name}->struct_size is 0: call {}({name}, sizeof({})) first",
            T::INIT,
            T::LAYOUT.name
        )));
    }
    check_size::<T>(name, size)?;
    let known = size_of::<T>().min(size as usize);
    let mut value = T::default();
    let bytes = pointer.cast::<u8>();
    // SAFETY: `known` bytes are inside both structs, and `Plain` says that any bytes make a valid value.
    unsafe {
        std::ptr::copy_nonoverlapping(bytes, std::ptr::from_mut(&mut value).cast::<u8>(), known);
    }
    for at in known..size as usize {
        // SAFETY: the caller promised `size` readable bytes.
        if unsafe { bytes.add(at).read() } != 0 {
            let message = format!(
                "{name}->struct_size is {size}, this library knows {known} bytes, and byte {at} is not zero: set it to \
                 sizeof({}), or load a library as new as the header, if that asks for something this version lacks",
                T::LAYOUT.name
            );
            return Err(Error::new(Status::Version, message));
        }
    }
    // From here on the value is complete, whatever the caller's version.
    let whole = size_of::<T>() as u32;
    // SAFETY: `struct_size` is the first field of every description.
    unsafe { std::ptr::from_mut(&mut value).cast::<u32>().write(whole) };
    Ok(value)
}

/// A text; `None` for NULL.
///
/// # Safety
/// `pointer` is NULL or points to a zero-terminated text that stays until the call returns.
pub(super) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<Option<&'a str>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller promised a zero-terminated text.
    match unsafe { CStr::from_ptr(pointer) }.to_str() {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(Error::argument(format!("{name} is not UTF-8"))),
    }
}

/// A text that must not be NULL.
///
/// # Safety
/// As for `text`.
pub(super) unsafe fn required_text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str> {
    // SAFETY: the caller promised what `text` asks for.
    unsafe { text(pointer, name) }?.ok_or_else(|| null(name))
}

/// The bytes of a blob.
///
/// # Safety
/// `pointer` is NULL or readable for `size` bytes until the call returns.
pub(super) unsafe fn bytes<'a>(pointer: *const u8, size: u64, name: &str) -> Result<&'a [u8]> {
    if pointer.is_null() {
        return Err(null(name));
    }
    match usize::try_from(size) {
        // SAFETY: the caller promised `size` readable bytes, and a slice may have up to `isize::MAX`.
        Ok(size) if size <= isize::MAX as usize => {
            Ok(unsafe { std::slice::from_raw_parts(pointer, size) })
        }
        _ => Err(Error::argument(format!(
            "size is {size} bytes, more than memory can hold"
        ))),
    }
}

/// Three finite floats.
///
/// # Safety
/// `pointer` is NULL or readable for three floats.
pub(super) unsafe fn vector(pointer: *const f32, name: &str) -> Result<[f32; 3]> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promised three floats, and any bytes make one.
    let vector = unsafe { pointer.cast::<[f32; 3]>().read_unaligned() };
    finite(&vector, name)?;
    Ok(vector)
}

/// A point of the world: three finite doubles.
///
/// # Safety
/// `pointer` is NULL or readable for three doubles.
pub(super) unsafe fn place(pointer: *const f64, name: &str) -> Result<[f64; 3]> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promised three doubles, and any bytes make one.
    let point = unsafe { pointer.cast::<[f64; 3]>().read_unaligned() };
    math::place(&point, name)?;
    Ok(point)
}

/// The same, or `None` for NULL.
///
/// # Safety
/// `pointer` is NULL or readable for three doubles.
pub(super) unsafe fn nullable_place(pointer: *const f64, name: &str) -> Result<Option<[f64; 3]>> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: it is not NULL, so the caller promised three doubles.
    unsafe { place(pointer, name) }.map(Some)
}

/// Three finite floats, or `None` for NULL.
///
/// # Safety
/// `pointer` is NULL or readable for three floats.
pub(super) unsafe fn nullable_vector(pointer: *const f32, name: &str) -> Result<Option<[f32; 3]>> {
    // SAFETY: the caller promised three floats if it is not NULL.
    if pointer.is_null() {
        Ok(None)
    } else {
        unsafe { vector(pointer, name) }.map(Some)
    }
}

/// A struct without a size.
///
/// # Safety
/// `pointer` is NULL or readable.
pub(super) unsafe fn plain<T: Plain>(pointer: *const T, name: &str) -> Result<T> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promised a struct, and any bytes make one.
    Ok(unsafe { pointer.read_unaligned() })
}

/// A pose with finite numbers and a unit rotation.
///
/// # Safety
/// `pointer` is NULL or readable.
pub(super) unsafe fn pose(pointer: *const PliantPose, name: &str) -> Result<PliantPose> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: the caller promised a pose, and any bytes make one.
    unsafe { pointer.read_unaligned() }.checked(name)
}

/// `count` entries of `N` values, `stride` bytes apart.
///
/// # Safety
/// `pointer` is NULL or readable for `count` entries `stride` bytes apart until the call returns.
pub(super) unsafe fn array<T: Copy, const N: usize>(
    pointer: *const T,
    count: u32,
    stride: u32,
    name: &str,
) -> Result<Vec<[T; N]>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    if pointer.is_null() {
        return Err(Error::argument(format!(
            "{name} is NULL, expected {count} entries"
        )));
    }
    let entry = size_of::<[T; N]>() as u32;
    if stride < entry {
        return Err(Error::argument(format!(
            "the stride of {name} is {stride}, expected {entry} bytes or more"
        )));
    }
    let extent = u64::from(count - 1)
        .checked_mul(u64::from(stride))
        .and_then(|e| e.checked_add(u64::from(entry)));
    if extent.is_none_or(|extent| extent > isize::MAX as u64) {
        let message =
            format!("{name}: {count} entries {stride} bytes apart are more than memory can hold");
        return Err(Error::argument(message));
    }
    let mut entries = Vec::new();
    if entries.try_reserve_exact(count as usize).is_err() {
        return Err(Error::new(
            Status::OutOfMemory,
            format!("no memory for the {count} entries of {name}"),
        ));
    }
    for i in 0..count as usize {
        // SAFETY: the caller promised `count` entries; the last one ends within `isize::MAX` bytes, as checked.
        let entry = unsafe {
            pointer
                .cast::<u8>()
                .add(i * stride as usize)
                .cast::<[T; N]>()
                .read_unaligned()
        };
        entries.push(entry);
    }
    Ok(entries)
}

/// `count` entries of `N` finite floats, `stride` bytes apart. Fails with `status` and names the first that is not
/// finite.
///
/// # Safety
/// As for `array`.
pub(super) unsafe fn floats<const N: usize>(
    pointer: *const f32,
    count: u32,
    stride: u32,
    name: &str,
    status: Status,
) -> Result<Vec<[f32; N]>> {
    // SAFETY: the caller promised what `array` asks for.
    let entries = unsafe { array::<f32, N>(pointer, count, stride, name) }?;
    let is_bad = |entry: &[f32; N]| entry.iter().any(|v| !v.is_finite());
    let Some(i) = entries.iter().position(is_bad) else {
        return Ok(entries);
    };
    let message = match entries[i].as_slice() {
        [one] => format!("{name}[{i}] is {}, expected a finite number", number(*one)),
        some => format!(
            "entry {i} of {name} is {}, expected finite numbers",
            numbers(some)
        ),
    };
    Err(Error::new(status, message))
}

/// `count` finite factors, or none for NULL.
///
/// # Safety
/// As for `array`.
pub(super) unsafe fn factors(
    given: *const f32,
    count: u32,
    stride: u32,
    name: &str,
) -> Result<Vec<f32>> {
    if given.is_null() {
        return Ok(Vec::new());
    }
    // SAFETY: the caller promised what `array` asks for.
    let rows = unsafe { floats::<1>(given, count, stride, name, Status::InvalidArgument) }?;
    Ok(rows.into_flattened())
}

/// The two-call pattern: with a NULL `buffer` and capacity 0 only the count is written; otherwise all of `items`, or
/// nothing if they do not fit.
///
/// # Safety
/// `buffer` is NULL or writable for `capacity` items, `out_count` is NULL or writable.
pub(super) unsafe fn copy_out<T: Copy>(
    items: &[T],
    buffer: *mut T,
    capacity: u64,
    out_count: *mut u64,
    count_name: &str,
) -> Result<()> {
    // SAFETY: the caller promised that it is NULL or writable.
    let out = unsafe { Out::new(out_count, count_name) }?;
    let count = items.len() as u64;
    match (buffer.is_null(), capacity) {
        (true, 0) => {}
        (true, _) => return Err(null("buffer")),
        (false, capacity) if capacity < count => {
            let message = format!(
                "capacity is {capacity}, expected at least {count}: call with a NULL buffer and capacity 0 to ask"
            );
            return Err(Error::new(Status::Capacity, message));
        }
        (false, _) => {
            // SAFETY: the caller promised room for `capacity` items, and `count` is not more.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    items.as_ptr().cast::<u8>(),
                    buffer.cast::<u8>(),
                    size_of_val(items),
                );
            }
        }
    }
    out.set(count);
    Ok(())
}
