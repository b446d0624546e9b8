// Every address that nothing else answers.

export { loader } from './data.server'

/** Never drawn: the loader answers 404 and the root's boundary shows it. */
export default function Missing() {
  return null
}
