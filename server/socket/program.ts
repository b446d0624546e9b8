// What the room of programs' sockets knows of a program, whichever protocol it speaks.

export interface SocketProgram {
  /** Names this socket to an Account. */
  readonly name: string
  readonly isLoggedIn: boolean
  /** Its protocol asks for no messages while it is in use: it is closed after a day, others after a minute of silence. */
  readonly mayBeSilent: boolean
  hear(text: string): Promise<void>
  /** Called every second. */
  keep(now: number): void
  end(): void
}
