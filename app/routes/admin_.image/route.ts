// A private picture, for whoever may see the review that it belongs to.

export { loader } from './data.server'
