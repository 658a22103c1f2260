/** North American teams by the city that platforms call them by: the city, then all its teams. */
export const TEAMS = `arizona diamondbacks cardinals; atlanta braves hawks falcons dream; baltimore orioles ravens;
  boston sox celtics bruins; buffalo bills sabres; brooklyn nets; calgary flames; carolina panthers hurricanes;
  charlotte hornets; chicago cubs bulls bears blackhawks sky fire; cincinnati reds bengals;
  cleveland guardians cavaliers browns; colorado rockies avalanche rapids; columbus jackets crew;
  dallas mavericks cowboys stars wings; denver nuggets broncos; detroit tigers pistons lions; edmonton oilers;
  florida panthers; goldenstate warriors valkyries; greenbay packers; houston astros rockets texans dynamo;
  indiana pacers fever; indianapolis colts; jacksonville jaguars; kansascity royals chiefs;
  lasvegas aces raiders knights; losangeles dodgers angels lakers clippers rams chargers kings sparks galaxy;
  memphis grizzlies; miami marlins heat dolphins; milwaukee brewers bucks; minnesota twins timberwolves vikings wild lynx;
  montreal canadiens; nashville predators; newengland patriots revolution; newjersey devils; neworleans pelicans saints;
  newyork yankees mets knicks giants jets rangers islanders liberty; oklahomacity thunder; orlando magic; ottawa senators;
  philadelphia phillies 76ers sixers eagles flyers; phoenix suns mercury; pittsburgh pirates steelers penguins;
  portland blazers timbers; sacramento kings athletics; sanantonio spurs; sandiego padres; sanfrancisco giants 49ers;
  sanjose sharks earthquakes; seattle mariners seahawks kraken storm sounders; stlouis cardinals blues;
  tampabay rays buccaneers lightning; tennessee titans; texas rangers; toronto raptors leafs; utah jazz mammoth;
  vancouver canucks whitecaps; washington nationals wizards commanders capitals mystics; winnipeg jets`;
