/* Infos of colliders, frames and attachments: what was given, where they are and where they go. */
#include "test.h"

static PliantWorldId world;
static PliantBodyId body;
static const PliantPose here = {{1, 2, 3}, {0, 0, 0, 1}}, there = {{4, 5, 6}, {0, 1, 0, 0}};

static int same(const void *a, const void *b, size_t size) { return memcmp(a, b, size) == 0; }
#define SAME(a, b) EXPECT_TRUE(sizeof(a) == sizeof(b) && same(&(a), &(b), sizeof(a)))

static PliantColliderInfo collider_info(PliantColliderId id) {
    PliantColliderInfo info = {.struct_size = sizeof info};
    EXPECT(OK, pliant_collider_info(id, &info));
    EXPECT_TRUE(info.struct_size == sizeof info);
    return info;
}

static PliantFrameInfo frame_info(PliantFrameId id) {
    PliantFrameInfo info = {.struct_size = sizeof info};
    EXPECT(OK, pliant_frame_info(id, &info));
    EXPECT_TRUE(info.struct_size == sizeof info);
    return info;
}

static PliantAttachmentInfo attachment_info(PliantAttachmentId id) {
    PliantAttachmentInfo info = {.struct_size = sizeof info};
    EXPECT(OK, pliant_attachment_info(id, &info));
    EXPECT_TRUE(info.struct_size == sizeof info && info.reserved == 0);
    return info;
}

static void colliders(void) {
    PliantColliderDesc desc;
    PliantColliderId id = {0}, plain = {0};
    EXPECT(OK, pliant_collider_desc_init(&desc, sizeof desc));
    EXPECT(OK, pliant_collider_add(world, &desc, &plain));
    desc.shape = PLIANT_SHAPE_CUBOID, desc.pose = here, desc.user_data = UINT64_C(0xFEDCBA9876543210);
    desc.size[0] = 0.5f, desc.size[1] = 0.25f, desc.size[2] = 0.125f;
    desc.friction = 0.75f, desc.restitution = 0.5f, desc.layers = 6, desc.mask = 10;
    EXPECT(OK, pliant_collider_add(world, &desc, &id));
    PliantColliderInfo info = collider_info(id);
    EXPECT_TRUE(info.shape == desc.shape && info.friction == 0.75f && info.restitution == 0.5f);
    EXPECT_TRUE(info.layers == 6 && info.mask == 10 && info.user_data == desc.user_data);
    SAME(info.size, desc.size);
    SAME(info.pose, here);
    SAME(info.goal, here);
    EXPECT(OK, pliant_collider_move(id, &there));
    info = collider_info(id);
    SAME(info.pose, here);
    SAME(info.goal, there);
    EXPECT(OK, pliant_world_step(world, 0.01f, NULL));
    info = collider_info(id);
    SAME(info.pose, there);
    EXPECT(OK, pliant_collider_place(id, &here));
    info = collider_info(id);
    SAME(info.pose, here);
    SAME(info.goal, here);
    info = collider_info(plain); /* the library's choice */
    EXPECT_TRUE(info.layers == 1 && info.mask == UINT32_MAX && info.user_data == 0);
    EXPECT(OK, pliant_collider_remove(id));
    EXPECT(ERROR_INVALID_HANDLE, pliant_collider_info(id, &info));
}

static PliantAttachmentId hold(PliantFrameId frame, uint32_t first, float stiffness, uint64_t user_data) {
    const uint32_t vertices[2] = {first, first + 1};
    PliantAttachmentDesc desc;
    PliantAttachmentId id = {0};
    EXPECT(OK, pliant_attachment_desc_init(&desc, sizeof desc));
    desc.vertex_count = 2, desc.vertices = vertices, desc.frame = frame;
    desc.stiffness = stiffness, desc.user_data = user_data;
    EXPECT(OK, pliant_body_attach(body, &desc, &id));
    return id;
}

static void frames_and_attachments(void) {
    PliantFrameId frame = {0}, none = {0};
    EXPECT(OK, pliant_frame_add(world, &here, 77, &frame));
    PliantAttachmentId rigid = hold(frame, 0, 0, 5), soft = hold(frame, 2, 40, 6), fixed = hold(none, 4, 0, UINT64_MAX);
    PliantFrameInfo info = frame_info(frame);
    EXPECT_TRUE(info.user_data == 77 && info.attachment_count == 2);
    EXPECT(OK, pliant_frame_move(frame, &there));
    info = frame_info(frame);
    SAME(info.pose, here);
    SAME(info.goal, there);
    EXPECT(OK, pliant_world_step(world, 0.01f, NULL));
    info = frame_info(frame);
    SAME(info.pose, there);
    PliantAttachmentInfo held = attachment_info(soft);
    EXPECT_TRUE(held.vertex_count == 2 && held.stiffness == 40 && held.user_data == 6);
    SAME(held.body, body);
    SAME(held.frame, frame);
    held = attachment_info(fixed);
    EXPECT_TRUE(held.stiffness == 0 && held.user_data == UINT64_MAX);
    SAME(held.frame, none);
    EXPECT(OK, pliant_attachment_release(rigid));
    EXPECT_TRUE(frame_info(frame).attachment_count == 1);
    EXPECT(ERROR_INVALID_HANDLE, pliant_attachment_info(rigid, &held));
    EXPECT(OK, pliant_frame_remove(frame));
    EXPECT(ERROR_INVALID_HANDLE, pliant_frame_info(frame, &info));
    EXPECT(ERROR_INVALID_HANDLE, pliant_attachment_info(soft, &held));
    EXPECT_TRUE(attachment_info(fixed).user_data == UINT64_MAX);
}

int main(void) {
    PliantAssetId asset = cube();
    PliantBodyDesc desc = body_desc();
    world = new_world();
    EXPECT(OK, pliant_body_add(world, asset, &desc, &body));
    colliders();
    frames_and_attachments();
    EXPECT(OK, pliant_world_destroy(world));
    EXPECT(OK, pliant_asset_release(asset));
    return finish("info");
}
