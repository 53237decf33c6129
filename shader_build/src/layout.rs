//! Reflects the structs and constants that the GPU shares with Rust.

use crate::source::Source;
use crate::{Failure, Keyword};
use naga::{
    ArraySize, Expression, Handle, Literal, Module, ScalarKind, Type, TypeInner, VectorSize,
};

/// Rust statements that hold one `shaders/share` file to `crate::share`.
pub fn reflect(file: &Source, ir: &Module) -> Result<String, Failure> {
    let mut claims = Vec::new();
    for declaration in &file.declarations {
        match declaration.keyword {
            Keyword::Struct => claims.extend(struct_claims(file, &declaration.name, ir)?),
            Keyword::Const => claims.push(constant_claim(file, &declaration.name, ir)?),
            _ => {}
        }
    }
    let shown = &file.shown;
    let assert = |claim| format!("const _: () = assert!({claim}, \"must match {shown}\");\n");
    Ok(claims.into_iter().map(assert).collect())
}

fn struct_claims(file: &Source, name: &str, ir: &Module) -> Result<Vec<String>, Failure> {
    let mut types = ir.types.iter();
    let found = types.find(|(_, ty)| ty.name.as_deref() == Some(name));
    let Some(TypeInner::Struct { members, span }) = found.map(|(_, ty)| &ty.inner) else {
        return Err(file.fault(name, "is not a struct"));
    };
    let path = format!("crate::share::{name}");
    let mut claims = vec![format!("::core::mem::size_of::<{path}>() == {span}")];
    for member in members {
        let (field, offset) = (member.name.as_deref().unwrap_or(""), member.offset);
        if !is_shareable(ir, member.ty) {
            let rule = "has a type that is not f32, u32, i32, vec4 or a fixed array of those";
            return Err(file.fault(name, &format!("is shared, but field `{field}` {rule}")));
        }
        claims.push(format!(
            "::core::mem::offset_of!({path}, {field}) == {offset}"
        ));
    }
    Ok(claims)
}

/// vec3, bool, matrices and nested structs have padding rules of their own, which Rust does not share.
fn is_shareable(ir: &Module, ty: Handle<Type>) -> bool {
    let is_plain = |scalar: naga::Scalar| scalar.kind != ScalarKind::Bool && scalar.width == 4;
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

fn constant_claim(file: &Source, name: &str, ir: &Module) -> Result<String, Failure> {
    let mut constants = ir.constants.iter();
    let found = constants.find(|(_, constant)| constant.name.as_deref() == Some(name));
    let path = format!("crate::share::{name}");
    match found.map(|(_, constant)| &ir.global_expressions[constant.init]) {
        Some(Expression::Literal(Literal::U32(value))) => Ok(format!("{path} == {value}_u32")),
        Some(Expression::Literal(Literal::I32(value))) => Ok(format!("{path} == {value}_i32")),
        Some(Expression::Literal(Literal::F32(value))) => {
            Ok(format!("{path}.to_bits() == {:#x}_u32", value.to_bits()))
        }
        _ => Err(file.fault(name, "is shared, so its type must be said: u32, i32 or f32")),
    }
}
