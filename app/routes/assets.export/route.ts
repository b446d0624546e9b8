// Bills as a file: /assets/export and what the list is narrowed by.

export { loader } from './data.server'
