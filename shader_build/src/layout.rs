//! Reflects the structs and constants that the GPU shares with Rust.

use crate::assemble::Source;
use crate::validate::Validated;
use crate::{Declaration, Failure, Keyword};
use naga::{
    ArraySize, Expression, Handle, Literal, Module, ScalarKind, Type, TypeInner, VectorSize,
};
use std::fmt::Write;

/// Rust statements that hold one `shaders/share` file to `crate::share`.
pub fn reflect(file: &Source, module: &Validated) -> Result<String, Failure> {
    let mut asserts = String::new();
    for declaration in &file.declarations {
        match declaration.keyword {
            Keyword::Struct => struct_asserts(file, declaration, &module.ir, &mut asserts)?,
            Keyword::Const => constant_assert(file, declaration, &module.ir, &mut asserts)?,
            _ => {}
        }
    }
    Ok(asserts)
}

fn struct_asserts(
    file: &Source,
    declaration: &Declaration,
    ir: &Module,
    into: &mut String,
) -> Result<(), Failure> {
    let name = &declaration.name;
    let found = ir
        .types
        .iter()
        .find(|(_, ty)| ty.name.as_deref() == Some(name));
    let Some(TypeInner::Struct { members, span }) = found.map(|(_, ty)| &ty.inner) else {
        return Err(file.fault(declaration, format!("`{name}` is not a struct")));
    };
    let path = format!("crate::share::{name}");
    let origin = &file.shown;
    let mut assert = |claim: String, says: String| {
        let _ = writeln!(
            into,
            "const _: () = assert!({claim}, \"{origin}: {says}\");"
        );
    };
    assert(
        format!("::core::mem::size_of::<{path}>() == {span}"),
        format!("{name} has {span} bytes on the GPU"),
    );
    for member in members {
        let field = member.name.as_deref().unwrap_or_default();
        if !is_shareable(ir, member.ty) {
            return Err(file.fault(
                declaration,
                format!(
                    "field `{field}` of shared struct `{name}`: only f32, u32, i32, vec4 of those \
                     and fixed arrays of those have one layout everywhere"
                ),
            ));
        }
        let offset = member.offset;
        assert(
            format!("::core::mem::offset_of!({path}, {field}) == {offset}"),
            format!("{name}.{field} is at byte {offset} on the GPU"),
        );
    }
    Ok(())
}

/// vec3, bool, matrices and nested structs have padding rules of their own, which Rust does not share.
fn is_shareable(ir: &Module, ty: Handle<Type>) -> bool {
    let is_plain = |scalar: naga::Scalar| {
        let kind = matches!(
            scalar.kind,
            ScalarKind::Float | ScalarKind::Uint | ScalarKind::Sint
        );
        kind && scalar.width == 4
    };
    match ir.types[ty].inner {
        TypeInner::Scalar(scalar) => is_plain(scalar),
        TypeInner::Vector { size, scalar } => size == VectorSize::Quad && is_plain(scalar),
        TypeInner::Array {
            base,
            size: ArraySize::Constant(_),
            ..
        } => is_shareable(ir, base),
        _ => false,
    }
}

fn constant_assert(
    file: &Source,
    declaration: &Declaration,
    ir: &Module,
    into: &mut String,
) -> Result<(), Failure> {
    let name = &declaration.name;
    let found = ir
        .constants
        .iter()
        .find(|(_, constant)| constant.name.as_deref() == Some(name));
    let init = found.map(|(_, constant)| &ir.global_expressions[constant.init]);
    let path = format!("crate::share::{name}");
    let (claim, value) = match init {
        Some(Expression::Literal(Literal::U32(value))) => {
            (format!("{path} == {value}_u32"), value.to_string())
        }
        Some(Expression::Literal(Literal::I32(value))) => {
            (format!("{path} == {value}_i32"), value.to_string())
        }
        Some(Expression::Literal(Literal::F32(value))) => (
            format!("{path}.to_bits() == {:#x}_u32", value.to_bits()),
            value.to_string(),
        ),
        _ => {
            let message = format!("shared constant `{name}` must be a u32, i32 or f32, said so");
            return Err(file.fault(declaration, message));
        }
    };
    let _ = writeln!(
        into,
        "const _: () = assert!({claim}, \"{}: {name} is {value} on the GPU\");",
        file.shown
    );
    Ok(())
}
