// /trade leads to the pair last visited.

export { loader } from './data.server'
