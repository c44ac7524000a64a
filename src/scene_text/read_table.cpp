// The table [table].
#include "scene/wording.hpp"
#include "scene_text/table_scene_draft.hpp"

namespace carom::detail {
namespace {

using billiards::PocketTableMeasures;

enum class TableKind : unsigned char { pool_7_foot, pool_8_foot, pool_9_foot, snooker_12_foot, carom, free };

constexpr std::pair<const char*, double PocketTableMeasures::*> kMeasures[] = {
    {"length", &PocketTableMeasures::length},
    {"width", &PocketTableMeasures::width},
    {"cushion_width", &PocketTableMeasures::cushion_width},
    {"cushion_height", &PocketTableMeasures::cushion_height},
    {"corner_pocket_width", &PocketTableMeasures::corner_pocket_width},
    {"corner_pocket_angle", &PocketTableMeasures::corner_pocket_angle},
    {"corner_pocket_depth", &PocketTableMeasures::corner_pocket_depth},
    {"corner_pocket_radius", &PocketTableMeasures::corner_pocket_radius},
    {"corner_jaw_radius", &PocketTableMeasures::corner_jaw_radius},
    {"side_pocket_width", &PocketTableMeasures::side_pocket_width},
    {"side_pocket_angle", &PocketTableMeasures::side_pocket_angle},
    {"side_pocket_depth", &PocketTableMeasures::side_pocket_depth},
    {"side_pocket_radius", &PocketTableMeasures::side_pocket_radius},
    {"side_jaw_radius", &PocketTableMeasures::side_jaw_radius},
    {"pocket_depth", &PocketTableMeasures::pocket_depth},
};

PocketTableMeasures measures_of(TableKind kind) {
    switch (kind) {
        case TableKind::pool_8_foot:
            return billiards::pool_table_8_foot();
        case TableKind::pool_9_foot:
            return billiards::pool_table_9_foot();
        case TableKind::snooker_12_foot:
            return billiards::snooker_table_12_foot();
        default:
            return billiards::pool_table_7_foot();
    }
}

void read_pocket_table(TableReader& reader, TableKind kind, TableSceneDraft& draft) {
    PocketTableMeasures measures = measures_of(kind);
    for (const auto& [key, member] : kMeasures) {
        const auto value = reader.number(key);
        if (!value) continue;
        if (!(*value >= 0)) reader.fault("wrong measures", key, std::string(key) + " must be 0 or more");
        measures.*member = *value;
    }
    draft.length = measures.length;
    draft.width = measures.width;
    if (reader.sound()) draft.scene.setup.table = billiards::pocket_table(measures);
}

void read_carom_table(TableReader& reader, TableSceneDraft& draft) {
    draft.length = reader.number("length").value_or(2.84);
    draft.width = reader.number("width").value_or(1.42);
    const double height = reader.number("cushion_height").value_or(0.037);
    if (!(draft.length > 0)) reader.fault("wrong measures", "length", "length must be above 0");
    if (!(draft.width > 0)) reader.fault("wrong measures", "width", "width must be above 0");
    if (reader.sound())
        draft.scene.setup.table = billiards::rectangular_table(draft.width, draft.length, height);
}

void read_free_table(TableReader& reader, TableSceneDraft& draft, PlacedFaults& faults) {
    billiards::Table& table = draft.scene.setup.table;
    for (const TomlNode* node : reader.tables("straight_cushions")) {
        TableReader one(*node, "straight cushion " + std::to_string(table.straight_cushions.size()), faults);
        billiards::StraightCushion cushion;
        cushion.from = one.needed("from", one.vec<2>("from")).value_or(Vec2d{});
        cushion.to = one.needed("to", one.vec<2>("to")).value_or(Vec2d{});
        cushion.height = one.number("height").value_or(cushion.height);
        one.reject_other_keys();
        table.straight_cushions.push_back(cushion);
        if (!one.sound()) reader.refuse();
    }
    for (const TomlNode* node : reader.tables("round_cushions")) {
        TableReader one(*node, "round cushion " + std::to_string(table.round_cushions.size()), faults);
        billiards::RoundCushion cushion;
        cushion.centre = one.needed("centre", one.vec<2>("centre")).value_or(Vec2d{});
        cushion.radius = one.number("radius").value_or(0);
        cushion.height = one.number("height").value_or(cushion.height);
        one.reject_other_keys();
        table.round_cushions.push_back(cushion);
        if (!one.sound()) reader.refuse();
    }
    for (const TomlNode* node : reader.tables("pockets")) {
        TableReader one(*node, "pocket " + std::to_string(table.pockets.size()), faults);
        billiards::Pocket pocket;
        pocket.centre = one.needed("centre", one.vec<2>("centre")).value_or(Vec2d{});
        pocket.radius = one.needed("radius", one.number("radius")).value_or(1);
        pocket.depth = one.number("depth").value_or(pocket.depth);
        one.reject_other_keys();
        table.pockets.push_back(pocket);
        if (!one.sound()) reader.refuse();
    }
}

}  // namespace

void check_on_table(TableReader& reader, std::string_view key, const Vec2d& place,
                    const TableSceneDraft& draft) {
    const bool known = draft.length > 0 && draft.width > 0;
    const bool on_it = place[0] >= 0 && place[0] <= draft.width && place[1] >= 0 && place[1] <= draft.length;
    if (known && !on_it)
        reader.fault("positions outside the table", key,
                     std::string(key) + " lies outside the table, whose playing area is " +
                         text(draft.width) + " x " + text(draft.length));
}

void read_table(TableReader& top, TableSceneDraft& draft, PlacedFaults& faults) {
    draft.table = top.table("table");
    if (draft.table == nullptr) {
        draft.sound = false;
        return;
    }
    TableReader reader(*draft.table, "[table]", faults);
    const auto kind = reader.needed(
        "kind", reader.choice<TableKind>("kind", {{"pool_7_foot", TableKind::pool_7_foot},
                                                  {"pool_8_foot", TableKind::pool_8_foot},
                                                  {"pool_9_foot", TableKind::pool_9_foot},
                                                  {"snooker_12_foot", TableKind::snooker_12_foot},
                                                  {"carom", TableKind::carom},
                                                  {"free", TableKind::free}}));
    draft.is_free = kind == TableKind::free;
    if (kind == TableKind::free) {
        read_free_table(reader, draft, faults);
    } else if (kind == TableKind::carom) {
        read_carom_table(reader, draft);
    } else if (kind) {
        read_pocket_table(reader, *kind, draft);
    }
    billiards::Table& table = draft.scene.setup.table;
    table.gravity = reader.number("gravity").value_or(table.gravity);
    table.rail_width = reader.number("rail_width").value_or(table.rail_width);
    if (kind || !reader.has("kind")) reader.reject_other_keys();
    draft.sound = draft.sound && reader.sound();
}

}  // namespace carom::detail
