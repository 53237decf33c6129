//! Parses and validates an assembled text, and holds it to WebGPU's default limits.

use crate::Failure;
use crate::assemble::Assembled;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, Module, ShaderStage};
use std::error::Error;

/// WebGPU's default `maxComputeInvocationsPerWorkgroup`.
const MAX_INVOCATIONS: u32 = 256;
/// WebGPU's default `maxStorageBuffersPerShaderStage`.
const MAX_STORAGE_BUFFERS: usize = 8;
/// WebGPU's default `maxUniformBuffersPerShaderStage`.
const MAX_UNIFORM_BUFFERS: usize = 12;
/// WebGPU's default `maxBindGroups`.
const MAX_BIND_GROUPS: u32 = 4;

/// A module that passed.
pub struct Validated {
    /// naga's form of it.
    pub ir: Module,
}

/// Parses and validates. The default capabilities of naga are those of WebGPU with no optional feature,
/// so whatever needs more than every device has is refused here.
pub fn validate(assembled: &Assembled) -> Result<Validated, Failure> {
    let text = assembled.text.as_str();
    let ir = naga::front::wgsl::parse_str(text).map_err(|error| {
        let labels = error.labels().map(|(_, label)| label.to_owned());
        let notes = error.notes().map(|note| format!("note: {note}"));
        let details: Vec<String> = labels
            .chain(notes)
            .filter(|part| !part.is_empty())
            .collect();
        let message = join(error.message().to_owned(), &details);
        let (line, column) = place(error.location(text));
        assembled.fault(line, column, message)
    })?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
    let info = validator.validate(&ir).map_err(|error| {
        let mut details = Vec::new();
        let mut cause = error.as_inner().source();
        while let Some(inner) = cause {
            details.push(inner.to_string());
            cause = inner.source();
        }
        let message = join(error.as_inner().to_string(), &details);
        // The innermost span is the last; the first names the whole function.
        let span = error
            .spans()
            .map(|(span, _)| span)
            .find(|span| span.is_defined());
        let (line, column) = place(span.map(|span| span.location(text)));
        assembled.fault(line, column, message)
    })?;
    check_limits(assembled, &ir, &info)?;
    Ok(Validated { ir })
}

fn join(message: String, details: &[String]) -> String {
    if details.is_empty() {
        message
    } else {
        format!("{message} ({})", details.join("; "))
    }
}

fn place(location: Option<naga::SourceLocation>) -> (usize, usize) {
    location.map_or((1, 1), |at| {
        (at.line_number as usize, at.line_position as usize)
    })
}

fn check_limits(assembled: &Assembled, ir: &Module, info: &ModuleInfo) -> Result<(), Failure> {
    for (index, entry) in ir.entry_points.iter().enumerate() {
        let fault = |message: String| {
            let name = format!("fn {}", entry.name);
            let line = assembled
                .text
                .lines()
                .position(|line| line.contains(&name))
                .unwrap_or(0);
            Err(assembled.fault(line + 1, 1, format!("`{}` {message}", entry.name)))
        };
        if entry.stage != ShaderStage::Compute {
            return fault("is not a compute entry point".to_owned());
        }
        let invocations: u32 = entry.workgroup_size.iter().product();
        if entry.workgroup_size_overrides.is_none() && invocations > MAX_INVOCATIONS {
            return fault(format!(
                "has {invocations} invocations; at most {MAX_INVOCATIONS}"
            ));
        }
        let used = info.get_entry_point(index);
        let (mut storage, mut uniform) = (0, 0);
        for (handle, variable) in ir.global_variables.iter() {
            if used[handle].is_empty() {
                continue;
            }
            storage += usize::from(matches!(variable.space, AddressSpace::Storage { .. }));
            uniform += usize::from(variable.space == AddressSpace::Uniform);
            if variable
                .binding
                .is_some_and(|at| at.group >= MAX_BIND_GROUPS)
            {
                return fault(format!("uses a bind group beyond {}", MAX_BIND_GROUPS - 1));
            }
        }
        if storage > MAX_STORAGE_BUFFERS || uniform > MAX_UNIFORM_BUFFERS {
            return fault(format!(
                "uses {storage} storage and {uniform} uniform buffers; \
                 at most {MAX_STORAGE_BUFFERS} and {MAX_UNIFORM_BUFFERS}"
            ));
        }
    }
    Ok(())
}
