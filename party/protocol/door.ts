// What the door in front of the rooms (server/session/party-guard.ts) tells them in headers. It strips a client's own of these names.

/** The session that the door has proven, for the Account room. */
export const PROVEN_SESSION_HEADER = 'x-cm-session'

/** The address whose sockets a public room counts; absent where none are counted. */
export const ADDRESS_HEADER = 'x-cm-address'

/** The user of that session, where the room is not the user's own. */
export const PROVEN_USER_HEADER = 'x-cm-user'

/** Set where the page that connects to the gateway is of this site, so that its cookies prove who it is. */
export const OWN_PAGE_HEADER = 'x-cm-own-page'

/** Set where the session was proven by the socket's own cookie: its client has logged in and may not say so again. */
export const JOINED_HEADER = 'x-cm-joined'

/** The connection at the gateway that a request belongs to. */
export const GATEWAY_SID_HEADER = 'x-cm-sid'
