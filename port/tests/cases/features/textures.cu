float a = tex2Dgather<float4>(o, x, y, 1) + tex2DGrad<float>(o) + tex1DLod<float>(o) + texCubemapLayered(o, 1);
void b() { surf2DLayeredread(&c, d); surfCubemapwrite(e); cuTexRefSetAddress(f); CUtexObject g; }
void h() { cde::cp_async_bulk_tensor_2d_global_to_shared(i); cg::this_multi_grid(); }
__device__ void cp_async_bulk_mine(int j) {}
void k() { cp_async_bulk_mine(1); }
