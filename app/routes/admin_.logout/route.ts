// Leaving the desk.

export { action, loader } from './data.server'
