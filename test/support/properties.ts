import fc from "fast-check";

// Properties are tried with the same cases at each run, so that a failure is of the change at hand. TEST_SEED, a whole
// number, tries others.

fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) });

export default fc;
