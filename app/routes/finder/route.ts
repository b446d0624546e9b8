// What the command palette asks for when it opens.

export { loader } from './data.server'
