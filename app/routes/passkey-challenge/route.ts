// What a passkey is to sign: an address for scripts, not a page.

export { action, loader } from './data.server'
