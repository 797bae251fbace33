// What ECharts expects of the program that it runs in, beyond the language itself.
var self = this;
function setTimeout() {}
function clearTimeout() {}
