/* A gas of hard spheres: simulate, record, prove, measure numbers and curves, save and resume. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"

static const char kScene[] =
    "dimension = 3\n"
    "[world]\n"
    "lower = [0, 0, 0]\n"
    "upper = [10, 10, 10]\n"
    "boundary = \"periodic\"\n"
    "[[generate]]\n"
    "kind = \"random_gas\"\n"
    "count = 200\n"
    "radius = 0.5\n"
    "mass = 1\n"
    "temperature = 1\n"
    "seed = 7\n";

static int failed(const char* call) {
    fprintf(stderr, "%s: %s\n", call, carom_message());
    return 1;
}

/* Saves a simulation, and lets another one go on from there. */
static int save_and_resume(carom_scene* scene, carom_simulation* simulation, const char* file) {
    carom_simulation* resumed = NULL;
    carom_simulation_info first, second;
    if (carom_simulation_save(simulation, file) != CAROM_OK) return failed("save");
    if (carom_simulation_resume(scene, file, &resumed) != CAROM_OK) return failed("resume");
    remove(file);
    carom_simulation_advance(simulation, 1e9, 1000, NULL, NULL);
    carom_simulation_advance(resumed, 1e9, 1000, NULL, NULL);
    if (carom_simulation_describe(simulation, &first) != CAROM_OK) return failed("describe");
    if (carom_simulation_describe(resumed, &second) != CAROM_OK) return failed("describe");
    printf("resumed: %s bits after 1000 impacts more\n",
           first.now == second.now && first.kinetic_energy == second.kinetic_energy ? "the same" : "other");
    return carom_simulation_free(resumed) == CAROM_OK ? 0 : failed("free");
}

/* Where a curve that was measured is highest. */
static int peak_of(const char* file, const char* name) {
    carom_curves* curves = NULL;
    carom_curve_info info;
    size_t count = 0, k, i, best = 0;
    double from[256], value[256];
    if (carom_measure_curves(file, 1.0, NULL, NULL, &curves) != CAROM_OK) return failed("curves");
    carom_curves_count(curves, &count);
    for (k = 0; k < count; ++k) {
        carom_doubles_out x = {from, 0, 0}, y = {value, 0, 0};
        const carom_doubles_out unwanted = {NULL, 0, 0};
        if (carom_curves_describe(curves, k, &info) != CAROM_OK) return failed("describe");
        if (strcmp(info.name, name) != 0 || info.points > 256) continue;
        x.count = y.count = info.points;
        if (carom_curves_points(curves, k, x, unwanted, y, unwanted) != CAROM_OK) return failed("points");
        for (i = 0; i < info.points; ++i) {
            if (value[i] > value[best]) best = i;
        }
        printf("%s is highest from %.2f on: %.2f\n", name, from[best], value[best]);
    }
    return carom_curves_free(curves) == CAROM_OK ? 0 : failed("free");
}

/* Ends a search for one event; a program would ask here whether someone has pressed a key. */
static int never_mind(void* context, double share) {
    (void)share;
    return *(int*)context;
}

int main(int argc, char** argv) {
    const char* const file = argc > 1 ? argv[1] : "gas_from_c.carom";
    carom_scene* scene = NULL;
    carom_simulation* simulation = NULL;
    carom_event events[256];
    carom_simulation_info info;
    carom_check_report report;
    carom_measurement numbers[64];
    size_t count = 0, k;
    double fastest = 0;
    int patience = 1;
    if (carom_scene_parse(kScene, strlen(kScene), "gas.toml", &scene) != CAROM_OK) return failed("scene");
    if (carom_simulation_create(scene, &simulation) != CAROM_OK) return failed("simulation");
    if (carom_simulation_record(simulation, file) != CAROM_OK) return failed("record");

    if (carom_simulation_on_wait(simulation, never_mind, &patience) != CAROM_OK) return failed("on_wait");
    for (;;) {
        const carom_status status = carom_simulation_events(simulation, 20.0, 256, events, &count);
        if (status != CAROM_OK && status != CAROM_END) return failed("events");
        for (k = 0; k < count; ++k) {
            const double* v = events[k].velocity;
            const double speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
            if (speed > fastest) fastest = speed;
        }
        if (status == CAROM_END) break;
    }
    if (carom_simulation_finish_record(simulation) != CAROM_OK) return failed("finish");
    if (carom_simulation_describe(simulation, &info) != CAROM_OK) return failed("describe");
    printf("%lu balls, %lu impacts up to time %g, energy %.9f, fastest %.6f\n", (unsigned long)info.balls,
           (unsigned long)info.ball_ball, info.now, info.kinetic_energy, fastest);

    if (carom_check(file, NULL, NULL, &report) != CAROM_OK) return failed("check");
    printf("%s: %lu records\n", report.faults == 0 ? "proved" : carom_message(),
           (unsigned long)report.records);

    if (carom_measure(file, 1.0, NULL, NULL, 64, numbers, &count) != CAROM_OK) return failed("measure");
    for (k = 0; k < count && k < 64; ++k) {
        if (strcmp(numbers[k].name, "pressure.z_virial") == 0 ||
            strcmp(numbers[k].name, "temperature.kt") == 0)
            printf("%s = %.3f +- %.3f\n", numbers[k].name, numbers[k].value, numbers[k].error);
    }
    if (peak_of(file, "radial_distribution.A-A.g") != 0) return 1;
    if (save_and_resume(scene, simulation, file) != 0) return 1;
    carom_simulation_free(simulation);
    carom_scene_free(scene);
    return 0;
}
