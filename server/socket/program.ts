// What the room of programs' sockets knows of a program, whichever protocol it speaks.

export interface SocketProgram {
  /** Names this socket to an Account. */
  readonly name: string
  /** Whose key was taken; null for a guest. */
  readonly userId: number | null
  /** True keeps a silent socket open for a day; false closes it after one silent minute. */
  readonly mayBeSilent: boolean
  hear(text: string): Promise<void>
  /** Called every second. */
  keep(now: number): void
  end(): void
}
