// Further rows of the list of messages: /messages/more?group=funds&page=2.

export { loader } from './data.server'
