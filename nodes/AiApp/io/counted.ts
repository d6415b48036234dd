export { counted } from '../../../client/index';
