// Headers that the Worker's guard (server/session/party-guard.ts) sends to rooms. It strips these names from client requests.

/** The session that the door has proven, for the Account room. */
export const PROVEN_SESSION_HEADER = 'x-cm-session'

/** JSON of the `KeyProof` of a program's socket, for the Account room. */
export const KEY_PROOF_HEADER = 'x-cm-key'

/** The address whose sockets a public room counts; absent where none are counted. */
export const ADDRESS_HEADER = 'x-cm-address'

/** Of an answer: the room has as many visitors as it takes, relays take further ones. */
export const FULL_HEADER = 'x-cm-full'

/** User of that session, for rooms that aren't the user's own. */
export const PROVEN_USER_HEADER = 'x-cm-user'

/** Set when the connecting page belongs to this site, so its cookies prove the identity. */
export const OWN_PAGE_HEADER = 'x-cm-own-page'

/** Set when the socket's own cookie proved the session: the client is logged in and must not send `login` again. */
export const JOINED_HEADER = 'x-cm-joined'

/** The gateway connection that a request belongs to. */
export const GATEWAY_SID_HEADER = 'x-cm-sid'
