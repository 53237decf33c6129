//! Parses and validates an assembled text, and holds it to WebGPU's default limits.

use crate::assemble::Assembled;
use crate::source::Source;
use crate::{Failure, loops};
use naga::valid::{Capabilities, FunctionInfo, ValidationFlags, Validator};
use naga::{AddressSpace, EntryPoint, Module, ShaderStage, Span};
use std::error::Error;

/// WebGPU's default `maxComputeInvocationsPerWorkgroup`.
const MAX_INVOCATIONS: u64 = 256;
/// WebGPU's default `maxStorageBuffersPerShaderStage`.
const MAX_STORAGE_BUFFERS: usize = 8;
/// WebGPU's default `maxBindGroups`.
const MAX_BIND_GROUPS: u32 = 4;

/// naga's default capabilities are WebGPU's without an optional feature, so whatever needs more is refused; but for
/// immediates, which every backend has.
pub fn validate(file: &Source, assembled: &Assembled) -> Result<Module, Failure> {
    let text = assembled.text.as_str();
    let fault = |span: Option<Span>, parts: Vec<String>| {
        let at = span.unwrap_or_default().location(text);
        let (line, column) = (at.line_number as usize, at.line_position as usize);
        assembled.fault(line, column, parts.join("; "))
    };
    let ir = naga::front::wgsl::parse_str(text).map_err(|error| {
        let mut parts = vec![error.message().to_owned()];
        parts.extend(error.labels().map(|(_, label)| label.to_owned()));
        parts.extend(error.notes().map(str::to_owned));
        parts.retain(|part| !part.is_empty());
        if parts[0].starts_with("no definition in scope") {
            let hint = "no `//#use` or `//#needs` of this file reaches such a name";
            parts = vec![parts.swap_remove(0), hint.to_owned()];
        }
        fault(error.labels().map(|(span, _)| span).next(), parts)
    })?;
    let allowed = Capabilities::default() | Capabilities::IMMEDIATES;
    let mut validator = Validator::new(ValidationFlags::all(), allowed);
    let info = validator.validate(&ir).map_err(|error| {
        let mut parts = vec![error.as_inner().to_string()];
        let mut cause = error.as_inner().source();
        while let Some(inner) = cause {
            parts.push(inner.to_string());
            cause = inner.source();
        }
        // The narrowest span is the nearest to the fault; the others name what is around it.
        let spans = error.spans().map(|(span, _)| *span);
        let width = |span: &Span| span.to_range().map_or(usize::MAX, |range| range.len());
        fault(spans.min_by_key(width), parts)
    })?;
    loops::check(&ir).map_err(|(span, message)| fault(Some(span), vec![message]))?;
    for (index, entry) in ir.entry_points.iter().enumerate() {
        let check = check_limits(&ir, entry, info.get_entry_point(index));
        check.map_err(|message| file.fault(&entry.name, &message))?;
    }
    Ok(ir)
}

/// Parses what a kernel reaches of a text that is valid.
pub fn parse_reached(file: &Source, text: &str) -> Result<Module, Failure> {
    let parsed = naga::front::wgsl::parse_str(text);
    parsed.map_err(|error| {
        let message = format!(
            "what it reaches was cut wrongly: {}",
            error.emit_to_string(text)
        );
        Failure::plain(&file.shown, message)
    })
}

fn check_limits(ir: &Module, entry: &EntryPoint, used: &FunctionInfo) -> Result<(), String> {
    if entry.stage != ShaderStage::Compute {
        return Err("is not a compute entry point".to_owned());
    }
    let sizes = entry.workgroup_size.iter().copied().map(u64::from);
    let invocations: u64 = sizes.product();
    if entry.workgroup_size_overrides.is_none() && invocations > MAX_INVOCATIONS {
        return Err(format!(
            "has {invocations} invocations; at most {MAX_INVOCATIONS}"
        ));
    }
    let mut storage = 0;
    let variables = ir.global_variables.iter();
    for (_, variable) in variables.filter(|(handle, _)| !used[*handle].is_empty()) {
        storage += usize::from(matches!(variable.space, AddressSpace::Storage { .. }));
        let group = variable.binding.map_or(0, |at| at.group);
        if group >= MAX_BIND_GROUPS {
            return Err(format!(
                "uses a bind group beyond the {MAX_BIND_GROUPS} there are"
            ));
        }
    }
    if storage > MAX_STORAGE_BUFFERS {
        return Err(format!(
            "uses {storage} storage buffers; at most {MAX_STORAGE_BUFFERS}"
        ));
    }
    Ok(())
}
