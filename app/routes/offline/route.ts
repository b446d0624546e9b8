// What is shown when a page cannot be reached: /offline.

export { loader } from './data.server'
