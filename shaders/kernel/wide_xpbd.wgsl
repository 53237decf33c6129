//#use executor/wide.wgsl
//#use memory/scratch/buffers.wgsl
//#use solver/xpbd.wgsl
//#open contact/colliders contact/bodies
