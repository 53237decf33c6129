// The same bounce in metres with y up through the C ABI, and in centimetres with z up through the whole plugin.

#include "rig.h"

using namespace Rig;

namespace
{
	constexpr int32 Steps = 50;
	constexpr double Radius = 0.25, Drop = 0.4;
	constexpr float Dt = 1.0f / 60;

	/** Height of the lowest vertex [m] after each step, in metres with y up: (x, y, z) = (X, Z, Y) / 100. */
	TArray<double> InMetres(const PliantApi& Api)
	{
		const FBall Ball(Radius);
		TArray<FVector3f> Points;
		for (const FVector& Point : Ball.Points) { Points.Add(FVector3f(float(Point.X), float(Point.Z), float(Point.Y))); }
		// The mirror turns the triangles inside out.
		TArray<uint32> Indices = Ball.Indices;
		PliantUnits::SwapWinding(Indices);

		PliantWorldDesc World;
		Api.world_desc_init(&World, sizeof(World));
		World.gravity[1] = -9.8f;
		World.flags = PLIANT_WORLD_EVENTS | PLIANT_WORLD_IMPULSES;
		World.power_preference = PLIANT_POWER_SOFTWARE;
		PliantSurfaceDesc Surface;
		Api.surface_desc_init(&Surface, sizeof(Surface));
		Surface.vertex_count = uint32(Points.Num()), Surface.positions = &Points[0].X;
		Surface.index_count = uint32(Indices.Num()), Surface.indices = Indices.GetData();
		Surface.element_count = 300;
		PliantSkinAssetDesc Skin;
		Api.skin_asset_desc_init(&Skin, sizeof(Skin));
		Skin.vertex_count = Surface.vertex_count, Skin.positions = Surface.positions;
		Skin.index_count = Surface.index_count, Skin.indices = Surface.indices;
		PliantNeoHookeanDesc Jelly;
		Api.neo_hookean_desc_init(&Jelly, sizeof(Jelly));
		Jelly.young_modulus = 5e4f, Jelly.poisson_ratio = 0.4f, Jelly.density = 1000, Jelly.damping = 1;
		PliantBodyDesc Body;
		Api.body_desc_init(&Body, sizeof(Body));
		Body.model = PLIANT_MODEL_NEO_HOOKEAN, Body.model_desc = &Jelly, Body.pose.position[1] = Drop;
		PliantColliderDesc Floor;
		Api.collider_desc_init(&Floor, sizeof(Floor));
		Floor.shape = PLIANT_SHAPE_CUBOID, Floor.size[0] = Floor.size[2] = 2, Floor.size[1] = 0.5f, Floor.pose.position[1] = -0.5;

		PliantWorldId WorldId;
		PliantAssetId Asset;
		PliantSkinAssetId SkinAsset;
		PliantBodyId BodyId;
		PliantColliderId Collider;
		uint32 Index = 0;
		True(Api.world_create(&World, &WorldId) == PLIANT_OK, "a world in metres");
		True(Api.asset_create_from_surface(&Surface, nullptr, nullptr, &Asset) == PLIANT_OK, "a ball in metres");
		True(Api.skin_asset_create(Asset, &Skin, &SkinAsset) == PLIANT_OK, "its skin");
		True(Api.collider_add(WorldId, &Floor, &Collider) == PLIANT_OK, "its floor");
		True(Api.body_add(WorldId, Asset, &Body, &BodyId) == PLIANT_OK, "its body");
		True(Api.body_add_skin(BodyId, SkinAsset, nullptr, &Index) == PLIANT_OK, "its skin on the body");
		TArray<double> Heights;
		for (int32 Step = 0; Step < Steps; ++Step)
		{
			Api.world_step(WorldId, Dt, nullptr);
			PliantVertexView View = {};
			View.struct_size = sizeof(View);
			Api.body_map_vertices(BodyId, Index, PLIANT_MAP_WAIT, &View);
			Heights.Add(View.low[1] + View.origin[1]);
			Api.unmap(View.map);
		}
		Api.world_destroy(WorldId), Api.skin_asset_release(SkinAsset), Api.asset_release(Asset);
		return Heights;
	}

	/** The same through the plugin [m]. */
	TArray<double> InUnreal()
	{
		FWorld World;
		World.Box(FVector(0, 0, -50), FVector(200, 200, 50));
		UPliantSoftBodyComponent* Body = NewObject<UPliantSoftBodyComponent>();
		Body->Asset = Cooked(*Mesh(FBall(Radius * 100)));
		UPliantMaterial* Material = NewObject<UPliantMaterial>();
		Material->YoungModulus = 5e4f, Material->PoissonRatio = 0.4f, Material->Damping = 1;
		Body->SoftMaterial = Material;
		World.Add(*Body, FTransform(FVector(0, 0, Drop * 100)));
		True(World.Subsystem->IsRunning(), "the world runs");
		TArray<double> Heights;
		for (int32 Step = 0; Step < Steps; ++Step)
		{
			World.Tick(Dt);
			World.Finish();
			Heights.Add(Body->GetBodyBounds().Min.Z / 100);
			True(Body->GetDrawnStep() == uint64(Step + 1), "every step is drawn");
		}
		return Heights;
	}
}

void TestBounce()
{
	const TArray<double> Metres = InMetres(*FPliantApi::Get());
	const TArray<double> Unreal = InUnreal();
	double Worst = 0, Lowest = 1e9, Last = 0;
	for (int32 Step = 0; Step < Steps; ++Step)
	{
		Worst = FMath::Max(Worst, fabs(Metres[Step] - Unreal[Step]) / (2 * Radius));
		Lowest = FMath::Min(Lowest, Unreal[Step]);
		Last = Unreal[Step];
	}
	printf("    bounce: worst difference %.2g of the size, lowest %.4f m, last %.4f m\n", Worst, Lowest, Last);
	Expect(Worst <= 1e-4, "the bounce in metres and in centimetres", Worst, 1e-4);
	// Before it lands it falls by g t^2 / 2, which semi-implicit steps overshoot by at most g t dt / 2.
	const double Time = 9.0 / 60;
	Near(Unreal[8], Drop - Radius - 4.9 * Time * Time, 4.9 * Time * Dt + 1e-3, "free fall [m]");
	Expect(Lowest > -0.02, "it stays on the floor", Lowest, 0);
	Expect(Last < 0.1, "it comes down again", Last, 0.1);
}
