// Logging out: a form posts here; whoever only follows the address goes home.

export { action, loader } from './data.server'
