// Types of the two codecs used by packets.ts; neither package ships its own.

declare module 'engine.io-parser' {
  export interface EnginePacket {
    readonly type: 'open' | 'close' | 'ping' | 'pong' | 'message' | 'upgrade' | 'noop' | 'error'
    readonly data?: unknown
  }
  const engine: {
    encodePacket(packet: EnginePacket, supportsBinary: boolean, callback: (text: string) => void): void
    decodePacket(text: string): EnginePacket
    encodePayload(packets: readonly EnginePacket[], supportsBinary: boolean, callback: (text: string) => void): void
    decodePayload(text: string, binaryType: undefined, callback: (packet: EnginePacket) => boolean | undefined): void
  }
  export default engine
}

declare module 'socket.io-parser' {
  export interface SocketPacket {
    readonly type: number
    readonly nsp: string
    readonly data?: unknown
  }
  const parser: {
    readonly CONNECT: number
    readonly DISCONNECT: number
    readonly EVENT: number
    readonly Encoder: new () => { encode(packet: SocketPacket, callback: (parts: readonly string[]) => void): void }
    readonly Decoder: new () => {
      on(event: 'decoded', listener: (packet: SocketPacket) => void): void
      add(text: string): void
    }
  }
  export default parser
}
