// The words of one language: /words/jp.<hash>.json.

export { loader } from './data.server'
