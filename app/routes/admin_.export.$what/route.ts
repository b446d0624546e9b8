// Lists of the desk as files: /admin/export/audit and the like, narrowed as the page is.

export { loader } from './data.server'
