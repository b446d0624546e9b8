// Further rows of a list: /assets/more?list=bills&page=2 and what the list is narrowed by.

export { loader } from './data.server'
