mod statics;
