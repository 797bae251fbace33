// The host environment that ECharts expects, apart from the language itself.
var self = this;
function setTimeout() {}
function clearTimeout() {}
