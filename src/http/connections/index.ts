// Sockets, peer addresses, connection limits, the request target.
export { createAddressReader, createPeerReader } from "./address.ts";
export { type Backlog, createBacklog } from "./backlog.ts";
export { type TurnedAway, trackConnections } from "./connections.ts";
export { answerSocketErrors } from "./socket.ts";
export { checkRequest, toOriginForm } from "./target.ts";
