// Calls of the API on pages: inputs of their parameters, the command in three languages, running them.
export { type ApiCall, CALL_ASSETS, callForm, KEY_PLACEHOLDER } from "./call.ts";
export { inline, parameterTable } from "./inputs.ts";
export {
  type DescribedParameter,
  type ParameterSchema,
  type Samples,
  targetOf,
  valuesAtRest,
  valuesOf,
} from "./parameters.ts";
