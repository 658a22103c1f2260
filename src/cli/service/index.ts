// The commands that run the service.
export { demoCommand, greetDemo } from "./demo.ts";
export { serveCommand } from "./serve.ts";
