// Never drawn: the loader answers 404, and the desk's own boundary shows it.

export { loader } from './data.server'

export default function Missing() {
  return null
}
