// The challenges of the desk's passkeys.

export { action, loader } from './data.server'
