// What the door in front of the rooms (server/session/party-guard.ts) tells them in headers. It strips a client's own of these names.

/** The session that the door has proven, for the Account room. */
export const PROVEN_SESSION_HEADER = 'x-cm-session'

/** The address whose sockets a public room counts; absent where none are counted. */
export const ADDRESS_HEADER = 'x-cm-address'
