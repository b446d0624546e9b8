// The web app manifest: /manifest/<language>.

export { loader } from './data.server'
