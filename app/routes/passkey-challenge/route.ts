// What a passkey is to sign: an address for scripts, not a page.

export { action } from './data.server'
