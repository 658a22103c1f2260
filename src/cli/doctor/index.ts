// `toteboard doctor`: one file for each thing it checks.
export { doctorCommand } from "./doctor.ts";
