// Types of the second-generation client used by tests; the package ships none.

declare module 'socket.io-client' {
  export interface ClientSocket {
    readonly connected: boolean
    readonly io: { readonly engine: { readonly transport: { readonly name: string } } }
    on(event: string, hear: (payload: never) => void): void
    emit(event: string, ...args: readonly unknown[]): void
    close(): void
  }
  export default function connect(
    url: string,
    options: {
      readonly transports?: readonly string[]
      readonly forceNew: true
      readonly query?: Readonly<Record<string, string>>
    },
  ): ClientSocket
}
