import type * as msgpack from "@msgpack/msgpack";
declare global {
  const MessagePack: typeof msgpack;
}
