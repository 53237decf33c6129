//#use executor/resident.wgsl
//#use memory/position/copied.wgsl
//#use memory/scratch/buffers.wgsl
//#use solver/xpbd.wgsl
//#open contact/colliders contact/bodies
