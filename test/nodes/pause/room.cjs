require('../../setup/rooms.cjs').runRoom(__filename);
